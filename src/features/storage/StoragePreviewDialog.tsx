import { Button, Modal } from 'antd'
import type { StorageEntry } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import codeBox from '#src/ui/code-box.module.css'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { downloadFiles } from './download-files.ts'
import styles from './StoragePreviewDialog.module.css'
import { useStoragePreview } from './storage-queries.ts'

/** Shows the beginning of a text file as plain text; nothing in it is executed or rendered. */
export default function StoragePreviewDialog({
  region_id: regionId,
  entry,
  onClose,
}: {
  region_id: string
  entry: StorageEntry
  onClose: () => void
}) {
  const { data, error, refetch } = useStoragePreview({ region_id: regionId, path: entry.path })
  return (
    <Modal
      open
      width="min(960px, 100vw - 32px)"
      title={entry.name}
      onCancel={onClose}
      footer={
        <>
          <Button icon={<Icon name="download" />} onClick={() => void downloadFiles(regionId, [entry])}>
            下载
          </Button>
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      <AsyncView data={data} error={error} errorTitle="不能预览" onRetry={() => void refetch()}>
        {({ text, truncated, size_bytes: sizeBytes }) => (
          <>
            {truncated && (
              <p className={styles.note}>
                只显示前 {formatBytes(limits.filePreviewBytes)}，全文 {formatBytes(sizeBytes)}，请下载查看。
              </p>
            )}
            {text ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
              <pre className={`${codeBox.box} ${styles.text}`} tabIndex={0}>
                {text}
              </pre>
            ) : (
              <p className={styles.note}>这是一个空文件。</p>
            )}
          </>
        )}
      </AsyncView>
    </Modal>
  )
}
