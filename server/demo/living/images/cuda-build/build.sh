#!/bin/bash
set -e
export CCACHE_DIR=/workspace/.ccache
ccache nvcc -arch=native -o /workspace/vector_add /root/ops/vector_add.cu
/workspace/vector_add
