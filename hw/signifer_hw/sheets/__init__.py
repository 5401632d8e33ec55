"""Schematic drawings as SVG, made of circuits: cells in rows, so that nothing can lie upon anything else."""
