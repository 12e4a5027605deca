import type { StorageFileType } from '#contract/file-storage.ts'

const endings: Record<Exclude<StorageFileType, 'other'>, string> = {
  model: 'safetensors bin pt pth ckpt gguf ggml onnx h5 keras pb tflite engine mindir pdparams pdmodel om',
  data: 'csv tsv jsonl parquet arrow npy npz pkl feather tfrecord db sqlite xls xlsx lmdb idx mat hdf5',
  media: 'png jpg jpeg gif webp bmp tif tiff svg heic mp4 mkv mov avi webm mp3 wav flac ogg m4a pdf',
  archive: 'zip tar gz tgz bz2 xz zst 7z rar whl deb',
  code: 'py ipynb sh js ts tsx jsx c cc cpp cu h hpp go rs java sql md txt json yaml yml toml ini cfg log html css xml',
}

const typesByEnding = new Map(
  Object.entries(endings).flatMap(([type, all]) => all.split(' ').map((ending) => [ending, type as StorageFileType] as const)),
)

/** Returns the type of a file as the ending of its name tells; contents are not read. */
export function getStorageFileType(path: string): StorageFileType {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 && typesByEnding.get(name.slice(dot + 1).toLowerCase())) || 'other'
}
