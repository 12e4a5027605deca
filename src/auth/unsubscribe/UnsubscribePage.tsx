import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import confirm from '#src/auth/confirm/ConfirmWechatSignIn.module.css'
import styles from '#src/auth/confirm/WechatConfirmPage.module.css'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useBrand } from '#src/ui/use-brand.ts'

type Progress = { is: 'asked' | 'sending' | 'done' | 'invalid' } | { is: 'refused'; message: string }

/** Reads the class from a token, which the server checks when it is used. */
function readClassName(token: string): string | null {
  const [of = ''] = token.split('.', 1)
  return Object.hasOwn(notificationClasses, of) ? notificationClasses[of as NotificationClass] : null
}

/** Page behind the last line of a mail. Opening it changes nothing, as scanners of mail open every link. */
export default function UnsubscribePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const className = readClassName(token)
  const brand = useBrand()
  const [progress, setProgress] = useState<Progress>({ is: className ? 'asked' : 'invalid' })
  useTitle('退订邮件')

  const send = async () => {
    setProgress({ is: 'sending' })
    try {
      await callEndpoint(notificationPreferences.unsubscribe, { params: { token } }, { quiet: true })
      setProgress({ is: 'done' })
    } catch (error) {
      if (isApiError(error) && error.status === 404) setProgress({ is: 'invalid' })
      else setProgress({ is: 'refused', message: isApiError(error) ? error.message : '没有完成，请重试' })
    }
  }

  return (
    <main id="main" className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={40} />
        <h1>退订邮件</h1>
        {progress.is !== 'invalid' && (
          <p>
            不再用邮件接收{brand}的“{className}”消息
          </p>
        )}
      </header>
      {progress.is === 'invalid' && (
        <EmptyState title="退订链接无效" hint="请从邮件里重新打开，或在控制台的账户信息里关闭邮件通知。" />
      )}
      {progress.is === 'done' && (
        <div className={confirm.end} data-state="confirmed" role="status">
          <Icon name="check" />
          <strong>已退订</strong>
          <p>站内消息照常保留。要重新接收，可在控制台的账户信息里打开。</p>
        </div>
      )}
      {(progress.is === 'asked' || progress.is === 'sending' || progress.is === 'refused') && (
        <div className={confirm.asked}>
          {progress.is === 'refused' && (
            <p role="alert" className={confirm.refusal}>
              {progress.message}
            </p>
          )}
          <div className={confirm.actions}>
            <button
              type="button"
              className={`${controls.button} ${controls.primary} ${controls.large}`}
              disabled={progress.is === 'sending'}
              onClick={() => void send()}
            >
              确认退订
            </button>
            <Link to={paths.home()} className={`${controls.button} ${controls.plain} ${controls.large}`}>
              继续接收
            </Link>
          </div>
        </div>
      )}
    </main>
  )
}
