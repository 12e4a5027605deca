#!/bin/bash
tensorboard --logdir /workspace/logs --host 127.0.0.1 --port 6006
