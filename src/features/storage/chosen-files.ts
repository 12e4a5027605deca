import { folderOf } from './storage-path.ts'

interface FoundFile {
  file: File
  /** Relative to where it is put; `''` is right there. */
  folder: string
}

/** What a person hands over: files, and folders that hold nothing. */
export interface Found {
  files: FoundFile[]
  empty_folders: string[]
}

/** Systems write one name in several ways and the storage in one: every part of a path is brought to it. */
const plainPath = (path: string): string =>
  path
    .split('/')
    .map((name) => name.normalize('NFC').trim())
    .filter(Boolean)
    .join('/')

/** The files of an input; those of a folder know their way in it. */
export const chosenFiles = (list: FileList | null): Found => ({
  files: [...(list ?? [])].map((file) => ({ file, folder: plainPath(folderOf(file.webkitRelativePath)) })),
  empty_folders: [],
})

/** The whole of a folder; the browser hands it over in pieces. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!piece.length) return all
    all.push(...piece)
  }
}

async function walk(entry: FileSystemEntry, folder: string, found: Found): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    found.files.push({ file, folder: plainPath(folder) })
    return
  }
  const own = folder ? `${folder}/${entry.name}` : entry.name
  const children = await childrenOf(entry as FileSystemDirectoryEntry)
  if (!children.length) found.empty_folders.push(plainPath(own))
  for (const child of children) await walk(child, own, found)
}

/** What was dropped, folders with all they hold. Rejects when something cannot be read. */
export async function droppedFiles(dropped: DataTransfer): Promise<Found> {
  // all at once: after the first await the browser has forgotten what was dropped
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.length) return chosenFiles(dropped.files)
  const found: Found = { files: [], empty_folders: [] }
  for (const entry of entries) await walk(entry, '', found)
  return found
}
