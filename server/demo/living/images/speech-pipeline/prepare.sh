#!/bin/bash
set -e
mkdir -p /workspace/asr/clips
for file in "$1"/*.wav; do
  ffmpeg -loglevel error -i "$file" -ar 16000 -ac 1 -f segment -segment_time 10 "/workspace/asr/clips/$(basename "$file" .wav)-%03d.wav"
done
python - <<'PY'
import pathlib, torch, torchaudio

mel = torchaudio.transforms.MelSpectrogram(sample_rate=16000, n_mels=80)
for clip in pathlib.Path("/workspace/asr/clips").glob("*.wav"):
    torch.save(mel(torchaudio.load(str(clip))[0]).squeeze(0).T, clip.with_suffix(".pt"))
PY
