#!/bin/bash
mkdir -p /workspace/mnist && cd /workspace/mnist
