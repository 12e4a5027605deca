#!/bin/bash
set -e
gmx pdb2gmx -f "$1" -water tip3p -o /workspace/md/system.gro
