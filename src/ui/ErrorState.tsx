import type { ReactNode } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { CopyText } from './CopyText.tsx'
import { Icon } from './Icon.tsx'
import styles from './state.module.css'

interface Props {
  error: unknown
  /** Title of the failure, for example 密钥列表加载失败. */
  title?: string
  /** Replaces the error's own message. */
  hint?: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  actions?: ReactNode
}

/** Error view: what failed, why, and what to do, with the request id to copy for support. */
export function ErrorState({ error, title = '加载失败', hint, onRetry, retrying = false, actions }: Props) {
  const requestId = isApiError(error) ? error.request_id : undefined
  return (
    <div className={styles.state} role="alert">
      <Icon name="warning" className={styles.warning} />
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{hint ?? (isApiError(error) ? error.message : '请重试；若仍然出现，请联系客服')}</p>
      <div className={styles.actions}>
        {onRetry && (
          <button type="button" className={styles.button} aria-busy={retrying} onClick={onRetry}>
            {retrying ? '正在重试' : '重试'}
          </button>
        )}
        {actions}
      </div>
      {requestId && (
        <p className={styles.request}>
          请求编号 <CopyText text={requestId} label="复制请求编号" mono />
        </p>
      )}
    </div>
  )
}
