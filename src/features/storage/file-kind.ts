import type { StorageEntry } from '#contract/file-storage.ts'
import type { IconName } from '#src/ui/Icon.tsx'

const textTypePattern =
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|x-python|x-ipynb\+json|sql)|\+(json|xml)$/

/** Returns whether a text preview is worth trying; for an unknown type, the server checks the bytes. */
export const isTextLike = ({ kind, type }: StorageEntry): boolean =>
  kind === 'file' && (type === null || textTypePattern.test(type))

export const isZip = ({ kind, name }: StorageEntry): boolean => kind === 'file' && /\.zip$/i.test(name)

export const toEntryIcon = (entry: StorageEntry): IconName => {
  if (entry.kind === 'folder') return 'folder'
  return isZip(entry) ? 'archive' : 'file'
}
