#!/bin/bash
for part in $(seq 1 "$1"); do
  gmx mdrun -deffnm /workspace/md/run -cpi /workspace/md/run.cpt -nsteps 500000
done
