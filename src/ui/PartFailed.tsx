import { ChunkError } from './chunk.ts'
import type { BoundaryFailure } from './ErrorBoundary.tsx'
import { Icon } from './Icon.tsx'
import styles from './PartFailed.module.css'

const causeLabels = { unknown: '没有加载完整', cut: '连不上平台', replaced: '平台已更新' }

/** Stands where a part of the page is missing. `small` has room for a button only. */
export function PartFailed({ error, cause, retrying, retry, small }: BoundaryFailure & { small: boolean }) {
  const isChunk = error instanceof ChunkError
  const said = isChunk ? causeLabels[cause] : '这里出现异常'
  const reloads = isChunk && cause === 'replaced'
  const act = reloads ? '刷新页面' : '重试'
  return (
    <span className={styles.failed} role="alert">
      <span className={small ? 'visually-hidden' : styles.words}>{said}</span>
      <button
        type="button"
        className={styles.button}
        aria-busy={retrying}
        onClick={reloads ? () => window.location.reload() : retry}
        {...(small && { 'aria-label': act, title: `${said}，${act}` })}
      >
        {small ? <Icon name="refresh" /> : retrying ? '正在重试' : act}
      </button>
    </span>
  )
}
