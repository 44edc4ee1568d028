"""Programs in processes of their own: how they are started, limited and asked."""
