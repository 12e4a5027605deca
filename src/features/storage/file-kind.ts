import type { StorageEntry } from '#contract/file-storage.ts'
import type { IconName } from '#src/ui/Icon.tsx'

const textTypePattern =
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|x-python|x-ipynb\+json|sql)|\+(json|xml)$/

/** Worth trying to show as text; of a type that is not known, the server looks at the bytes. */
export const isTextLike = ({ kind, type }: StorageEntry): boolean =>
  kind === 'file' && (type === null || textTypePattern.test(type))

export const isZip = ({ kind, name }: StorageEntry): boolean => kind === 'file' && /\.zip$/i.test(name)

export const toEntryIcon = (entry: StorageEntry): IconName => {
  if (entry.kind === 'folder') return 'folder'
  return isZip(entry) ? 'archive' : 'file'
}
