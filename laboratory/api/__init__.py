"""The API of the laboratory: begin an experiment, look how far it is, read its result."""
