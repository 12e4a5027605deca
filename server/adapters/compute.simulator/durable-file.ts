import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Syncs `folder`, so that its names survive a power cut. Some systems cannot open folders; there the rename must suffice. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Replaces `path` atomically: a reader, or a server killed at any moment, sees either the old text or the new text. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(`${path}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}
