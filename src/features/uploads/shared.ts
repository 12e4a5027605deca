export { default as NameClashDialog, type NameClashAnswer } from './NameClashDialog.tsx'
export { isSameFile, normalizeFileName } from './upload-item.ts'
export { addUploads, resumeUpload } from './upload-queue.ts'
export { onFileStored, uploads } from './upload-store.ts'
