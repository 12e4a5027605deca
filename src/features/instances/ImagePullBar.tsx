import type { ImagePull } from '#contract/instances.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Progress } from '#src/ui/Progress.tsx'
import styles from './ImagePullBar.module.css'

/** Formats pulled and total size as `2.1 GB / 7 GB`, as far as the engine reports them. */
function formatPullBytes({ done_bytes: done, total_bytes: total }: ImagePull): string | undefined {
  if (done === null) return undefined
  if (total === null) return `已下载 ${formatBytes(done)}`
  return done < total ? `${formatBytes(done)} / ${formatBytes(total)}` : `${formatBytes(total)} 已下载，正在解压`
}

/**
 * Progress of the image pull during a boot. `brief` omits details for use in lists. Not announced to screen readers as it grows.
 */
export function ImagePullBar({ pull, brief = false }: { pull: ImagePull; brief?: boolean }) {
  const bytes = formatPullBytes(pull)
  return (
    <span className={styles.pull} data-brief={brief} aria-live="off">
      <Progress percent={pull.percent} label="镜像拉取进度" tone={pull.last_error ? 'danger' : 'primary'} />
      <span className={styles.text}>
        <span>{brief ? `拉取镜像 ${pull.percent}%` : `${pull.percent}%`}</span>
        {!brief && bytes && <span>{bytes}</span>}
        {brief && pull.last_error && <span className={styles.trouble}>失败，自动重试</span>}
      </span>
    </span>
  )
}
