import { Button } from 'antd'
import type { StorageEntry } from '#contract/file-storage.ts'
import styles from '#src/admin/actions/BulkBar.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { downloadFiles } from './download-files.ts'

interface Props {
  region_id: string
  chosen: readonly StorageEntry[]
  onMove: (chosen: readonly StorageEntry[]) => void
  onRemove: (chosen: readonly StorageEntry[]) => void
  onClear: () => void
}

/** What can be done to all that is selected. */
export function SelectionBar({ region_id: regionId, chosen, onMove, onRemove, onClear }: Props) {
  const files = chosen.filter(({ kind }) => kind === 'file')
  return (
    <section className={styles.bar} aria-label="批量操作">
      <span>已选 {chosen.length} 项</span>
      <Button size="small" icon={<Icon name="move" />} onClick={() => onMove(chosen)}>
        移动
      </Button>
      <Button
        size="small"
        icon={<Icon name="download" />}
        disabled={!files.length}
        title={files.length ? undefined : '文件夹不能下载，请在实例里打包后再下载'}
        onClick={() => void downloadFiles(regionId, files)}
      >
        {files.length === chosen.length || !files.length ? '下载' : `下载 ${files.length} 个文件`}
      </Button>
      <Button size="small" danger icon={<Icon name="trash" />} onClick={() => onRemove(chosen)}>
        删除
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
