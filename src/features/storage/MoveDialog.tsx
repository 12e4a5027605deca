import { Modal } from 'antd'
import { useState } from 'react'
import type { StorageEntry } from '#contract/file-storage.ts'
import { ClashDialog } from '#src/features/uploads/shared.ts'
import { FolderPicker } from './FolderPicker.tsx'
import styles from './MoveDialog.module.css'
import { isInsideFolder, rootFolderName, toBaseName, toParentFolder } from './storage-path.ts'
import { useMoveEntries } from './use-move-entries.ts'

interface Props {
  region_id: string
  chosen: readonly StorageEntry[]
  onClose: () => void
  onDone: () => void
}

/** Why these cannot go there; undefined when they can. */
function validateTarget(chosen: readonly StorageEntry[], folder: string): string | undefined {
  if (chosen.every(({ path }) => toParentFolder(path) === folder)) return '已经在这个文件夹里'
  const around = chosen.find(({ kind, path }) => kind === 'folder' && isInsideFolder(folder, path))
  return around && `不能移动到「${around.name}」自己里面`
}

/** Moves to a folder that is looked for here; where a name is taken, asks. */
export default function MoveDialog({ region_id: regionId, chosen, onClose, onDone }: Props) {
  const [first] = chosen
  const [folder, setFolder] = useState(first ? toParentFolder(first.path) : '')
  const { move, moving, clash, answer } = useMoveEntries(regionId, () => {
    onDone()
    onClose()
  })
  const fault = validateTarget(chosen, folder)
  if (clash) {
    const { path, others } = clash
    return (
      <ClashDialog
        key={path}
        doing="移动"
        name={toBaseName(path)}
        others={others}
        onAnswer={answer}
        onLater={() => answer('skip', true)}
      />
    )
  }
  return (
    <Modal
      open
      title={chosen.length === 1 && first ? `移动「${first.name}」` : `移动 ${chosen.length} 项`}
      okText={`移动到「${toBaseName(folder) || rootFolderName}」`}
      okButtonProps={{ loading: moving, disabled: fault !== undefined }}
      onOk={() =>
        move(
          chosen.map(({ path }) => path),
          folder,
        )
      }
      onCancel={onClose}
      maskClosable={false}
    >
      <FolderPicker region_id={regionId} folder={folder} onChange={setFolder} />
      <p className={styles.fault} role="status">
        {fault}
      </p>
    </Modal>
  )
}
