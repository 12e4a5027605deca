import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { DatasetPreview } from '#contract/community.ts'
import { isApiError } from '#src/api/api-error.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import controls from '#src/ui/controls.module.css'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './DatasetFilePreview.module.css'
import { DatasetPreviewBody } from './DatasetPreviewBody.tsx'

const classes = `${controls.button} ${controls.plain} ${controls.small}`

/** Button that downloads one file; sends a visitor to sign in and back here. */
function DownloadFileButton({ version_id: versionId, path }: { version_id: string; path: string }) {
  const signedIn = useStore(session) !== null
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  if (!signedIn) {
    return (
      <Link className={classes} to={getLoginPath(pathname + search)}>
        登录后下载
      </Link>
    )
  }
  const start = async () => {
    setBusy(true)
    try {
      const { getDatasetFileUrl } = await import('./requests.ts')
      const link = document.createElement('a')
      link.href = await getDatasetFileUrl(versionId, path)
      link.download = ''
      link.click()
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有开始下载，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={classes} disabled={busy} onClick={() => void start()}>
      <Icon name="download" />
      下载
    </button>
  )
}

/** Loads the beginning of a file; the component must be keyed by the file. */
function useDatasetPreview(versionId: string, path: string) {
  const [preview, setPreview] = useState<DatasetPreview>()
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => (await import('./requests.ts')).getDatasetPreview(versionId, path, abort.signal)
    load().then(
      (shown) => {
        if (!abort.signal.aborted) setPreview(shown)
      },
      (refused: unknown) => {
        if (!abort.signal.aborted) setError(refused)
      },
    )
    return () => abort.abort()
  }, [versionId, path, tries])

  const retry = () => {
    setError(null)
    setTries((before) => before + 1)
  }
  return { preview, error, retry }
}

interface Props {
  version_id: string
  path: string
  onClose: () => void
}

/** Preview of one file: its name, its content, and its download. */
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
