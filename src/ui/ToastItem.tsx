import { useEffect } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Toaster.module.css'
import { type Toast, type ToastKind, toast } from './toast.ts'

const icons: Record<ToastKind, IconName> = { success: 'check', error: 'warning', warning: 'warning', info: 'info' }

export function ToastItem({ shown }: { shown: Toast }) {
  useEffect(() => {
    if (!shown.ms) return
    const timer = setTimeout(() => toast.close(shown.key), shown.ms)
    return () => clearTimeout(timer)
  }, [shown])

  return (
    <div className={styles.toast} data-kind={shown.kind}>
      <Icon name={icons[shown.kind]} className={styles.icon} />
      <div className={styles.words}>
        <p>{shown.message}</p>
        {shown.description && <p className={styles.description}>{shown.description}</p>}
      </div>
      {shown.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.close(shown.key)
            shown.action?.run()
          }}
        >
          {shown.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => toast.close(shown.key)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
