import { toParentFolder } from './storage-path.ts'

interface FoundFile {
  file: File
  /** Folder relative to the upload target; `''` is the target itself. */
  folder: string
}

/** Files and empty folders selected by the user. */
export interface FoundFiles {
  files: FoundFile[]
  emptyFolders: string[]
}

/** Normalizes each part of a path: systems encode the same name in different Unicode forms, the storage in one. */
const normalizePath = (path: string): string =>
  path
    .split('/')
    .map((name) => name.normalize('NFC').trim())
    .filter(Boolean)
    .join('/')

/** Returns the files of an input; files of a selected folder have a relative path. */
export const toChosenFiles = (list: FileList | null): FoundFiles => ({
  files: [...(list ?? [])].map((file) => ({ file, folder: normalizePath(toParentFolder(file.webkitRelativePath)) })),
  emptyFolders: [],
})

/** Reads all entries of a folder; the browser returns them in batches. */
async function readChildren(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!piece.length) return all
    all.push(...piece)
  }
}

async function collectFiles(entry: FileSystemEntry, folder: string, found: FoundFiles): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    found.files.push({ file, folder: normalizePath(folder) })
    return
  }
  const own = folder ? `${folder}/${entry.name}` : entry.name
  const children = await readChildren(entry as FileSystemDirectoryEntry)
  if (!children.length) found.emptyFolders.push(normalizePath(own))
  for (const child of children) await collectFiles(child, own, found)
}

/** Reads dropped files, and folders with their content. Rejects if something cannot be read. */
export async function readDroppedFiles(dropped: DataTransfer): Promise<FoundFiles> {
  // read synchronously: the browser clears the dropped items after the first await
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.length) return toChosenFiles(dropped.files)
  const found: FoundFiles = { files: [], emptyFolders: [] }
  for (const entry of entries) await collectFiles(entry, '', found)
  return found
}
