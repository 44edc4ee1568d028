#include "block.h"

void classify(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block)
{
    memset(block, 0, sizeof *block);
    for (int group = 0; group < BLOCK; group += 8) {
        uint64_t roles = 0;
        for (int i = 0; i < 8; i++) roles |= tokenizer->spread[bytes[group + i]] << i;
        for (int role = 0; role < ROLES; role++)
            block->with[role] |= (roles >> 8 * role & 0xFF) << group;
    }
}
