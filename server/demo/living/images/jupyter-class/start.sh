#!/bin/bash
mkdir -p /workspace/notebooks
cp -n /root/class/*.ipynb /workspace/notebooks/
cd /workspace/notebooks && jupyter lab --allow-root --ip 127.0.0.1 --port 8888
