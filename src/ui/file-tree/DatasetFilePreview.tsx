import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import controls from '#src/ui/controls.module.css'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DatasetFilePreview.module.css'
import { DatasetPreviewBody } from './DatasetPreviewBody.tsx'
import { DownloadFileButton } from './DownloadFileButton.tsx'
import { useDatasetPreview } from './use-dataset-preview.ts'

interface Props {
  version_id: string
  path: string
  onClose: () => void
}

/** One file: what it is called, what it holds, and the way to all of it. */
export function DatasetFilePreview({ version_id: versionId, path, onClose }: Props) {
  const { preview, error, retry } = useDatasetPreview(versionId, path)
  return (
    <section className={styles.preview} aria-label={`预览 ${path}`}>
      <header className={styles.head}>
        <p className={styles.path}>
          <CopyText text={path} label="复制文件路径" mono />
          <span className={styles.size}>{preview ? `${formatBytes(preview.size_bytes)} · ${preview.kind}` : '正在读取'}</span>
        </p>
        <DownloadFileButton version_id={versionId} path={path} />
        <button
          type="button"
          className={`${controls.button} ${controls.quiet} ${controls.icon}`}
          aria-label="关闭预览"
          title="关闭预览"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <AsyncView
        data={preview}
        error={error}
        errorTitle="文件预览失败"
        onRetry={retry}
        skeleton={<SkeletonRows rows={6} columns={1} />}
      >
        {(shown) => <DatasetPreviewBody {...shown} />}
      </AsyncView>
    </section>
  )
}
