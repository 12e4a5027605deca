#!/bin/bash
export HCCL_WHITELIST_DISABLE=1
torchrun --nproc_per_node=2 "$@"
