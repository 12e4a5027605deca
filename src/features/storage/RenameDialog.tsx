import { resultCodes } from '#contract/codes.ts'
import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { useAction } from '#src/admin/use-action.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NameDialog } from './NameDialog.tsx'
import { toParentFolder } from './storage-path.ts'

/** Length of the name without its extension, which tells programs the file type. */
const computeStemLength = ({ name, kind }: StorageEntry) => {
  const dot = name.lastIndexOf('.')
  return kind === 'file' && dot > 0 ? dot : name.length
}

/** Renames a file or folder. */
export default function RenameDialog({
  region_id: regionId,
  entry,
  onClose,
}: {
  region_id: string
  entry: StorageEntry
  onClose: () => void
}) {
  const { path, name: before } = entry
  const { send } = useAction(fileStorage.move, { success: ({ data }) => (data.every(({ ok }) => ok) ? '已改名' : '') })
  const rename = async (name: string) => {
    if (name.trim() === before) return
    const { data } = await send({ body: { region_id: regionId, paths: [path], folder: toParentFolder(path), name } })
    const refused = data.find(({ ok }) => !ok)
    if (!refused) return
    const { code, message } = refused
    const status = Object.values(resultCodes).find((known) => known.code === code)?.http ?? 409
    throw new ApiError({ code, status, message, errors: { name: [message] } })
  }
  return (
    <NameDialog
      title={`改名「${before}」`}
      ok="改名"
      initial={before}
      selected={computeStemLength(entry)}
      send={rename}
      onClose={onClose}
    />
  )
}
