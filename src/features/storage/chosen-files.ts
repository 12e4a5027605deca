import { toParentFolder } from './storage-path.ts'

interface FoundFile {
  file: File
  /** Relative to where it is put; `''` is right there. */
  folder: string
}

/** What a person hands over: files, and folders that hold nothing. */
export interface FoundFiles {
  files: FoundFile[]
  emptyFolders: string[]
}

/** Systems write one name in several ways and the storage in one: every part of a path is brought to it. */
const normalizePath = (path: string): string =>
  path
    .split('/')
    .map((name) => name.normalize('NFC').trim())
    .filter(Boolean)
    .join('/')

/** The files of an input; those of a folder know their way in it. */
export const toChosenFiles = (list: FileList | null): FoundFiles => ({
  files: [...(list ?? [])].map((file) => ({ file, folder: normalizePath(toParentFolder(file.webkitRelativePath)) })),
  emptyFolders: [],
})

/** The whole of a folder; the browser hands it over in pieces. */
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

/** What was dropped, folders with all they hold. Rejects when something cannot be read. */
export async function readDroppedFiles(dropped: DataTransfer): Promise<FoundFiles> {
  // all at once: after the first await the browser has forgotten what was dropped
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.length) return toChosenFiles(dropped.files)
  const found: FoundFiles = { files: [], emptyFolders: [] }
  for (const entry of entries) await collectFiles(entry, '', found)
  return found
}
