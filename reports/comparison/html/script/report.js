// The data of the report.

let report = null;

async function unpack() {
  const packed = byId("data").textContent;
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  report = JSON.parse(await new Response(plain).text());
  report.places = new Map(report.systems.map((name, place) => [name, place]));
  report.metricPlaces = new Map(report.metrics.map((metric, place) => [metric.metric, place]));
}

const metricDigits = () => report.metrics[state.metric].digits;
const titleOf = (metric) => report.metrics[report.metricPlaces.get(metric)].title;
const ranking = () => report.metrics[state.metric].ranking;
const segmentScore = (system, segment) => report.segments.scores[state.metric][system][segment];

function segmentDifference(segment) {
  const score = segmentScore(state.pair[0], segment);
  const other = segmentScore(state.pair[1], segment);
  return score === null || other === null ? null : score - other;
}
