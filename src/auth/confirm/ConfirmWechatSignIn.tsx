import { useCallback, useEffect, useState } from 'react'
import { type WechatConfirmation, wechat } from '#contract/wechat.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ConfirmWechatSignIn.module.css'

type ConfirmationState =
  | { is: 'loading' }
  | { is: 'asked'; confirmation: WechatConfirmation; deciding: boolean; refusal: ApiError | null }
  | { is: 'absent' }
  | { is: 'failed'; error: unknown }

async function loadConfirmation(ticket: string): Promise<ConfirmationState> {
  if (!ticket) return { is: 'absent' }
  try {
    const { data } = await callEndpoint(wechat.get_confirmation, { query: { ticket } })
    return { is: 'asked', confirmation: data, deciding: false, refusal: null }
  } catch (error) {
    const unknown = isApiError(error) && (error.status === 404 || error.status === 400)
    return unknown ? { is: 'absent' } : { is: 'failed', error }
  }
}

/** Loads the sign-in that a ticket asks this phone to confirm, and sends the decision. */
function useConfirmation(ticket: string, onDecided: () => void = () => undefined) {
  const [asked, setAsked] = useState<ConfirmationState>({ is: 'loading' })

  const reload = useCallback(() => {
    setAsked({ is: 'loading' })
    void loadConfirmation(ticket).then(setAsked)
  }, [ticket])
  useEffect(reload, [reload])

  const decide = async (agreed: boolean) => {
    if (asked.is !== 'asked' || asked.deciding) return
    setAsked({ ...asked, deciding: true, refusal: null })
    try {
      const { data } = await callEndpoint(wechat.confirm, { body: { ticket, agreed } })
      setAsked({ ...asked, deciding: false, confirmation: { ...asked.confirmation, state: data.state } })
      onDecided()
    } catch (error) {
      // expired or decided elsewhere: show the current state instead of the refusal
      const now = await loadConfirmation(ticket)
      const open = now.is === 'asked' && now.confirmation.state === 'scanned'
      setAsked(open && isApiError(error) ? { ...now, refusal: error } : now)
    }
  }
  return { asked, reload, decide: (agreed: boolean) => void decide(agreed) }
}

const purposes = { login: '登录', bind: '绑定微信' } as const

const ends: Record<Exclude<WechatConfirmation['state'], 'scanned'>, { icon: IconName; title: string; hint: string }> = {
  confirmed: { icon: 'check', title: '已确认', hint: '请回到网页继续。本页可以关闭。' },
  declined: { icon: 'close', title: '已取消', hint: '没有人因此登录。如果不是你本人在操作，不需要再做什么。' },
  expired: { icon: 'clock', title: '二维码已过期', hint: '请在网页上刷新二维码，再扫一次。' },
}

const formatAccount = ({ purpose, account }: WechatConfirmation): string => {
  if (account) return account
  return purpose === 'login' ? '还没有绑定账号，确认后在网页上绑定手机号' : '—'
}

function ConfirmationFacts({ confirmation }: { confirmation: WechatConfirmation }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>设备</dt>
        <dd>{confirmation.device}</dd>
      </div>
      <div>
        <dt>IP 地址</dt>
        <dd className={styles.mono}>{confirmation.ip}</dd>
      </div>
      <div>
        <dt>打开时间</dt>
        <dd>
          <TimeText at={confirmation.asked_at} />
        </dd>
      </div>
      <div>
        <dt>账号</dt>
        <dd>{formatAccount(confirmation)}</dd>
      </div>
    </dl>
  )
}

interface Props {
  ticket: string
  onDecided?: () => void
}

/** Shows which browser asks to sign in, and confirms it with one tap (decision 023). */
export function ConfirmWechatSignIn({ ticket, onDecided }: Props) {
  const { asked, reload, decide } = useConfirmation(ticket, onDecided)
  if (asked.is === 'loading') return <SkeletonRows rows={4} columns={2} />
  if (asked.is === 'absent') return <EmptyState title="链接无效" hint="请在网页上刷新二维码，再扫一次。" />
  if (asked.is === 'failed') return <ErrorState error={asked.error} onRetry={reload} />
  const { confirmation, deciding, refusal } = asked
  if (confirmation.state !== 'scanned') {
    const { icon, title, hint } = ends[confirmation.state]
    return (
      <div className={styles.end} data-state={confirmation.state} role="status">
        <Icon name={icon} />
        <strong>{title}</strong>
        <p>{hint}</p>
      </div>
    )
  }
  return (
    <div className={styles.asked}>
      <ConfirmationFacts confirmation={confirmation} />
      <p className={styles.warning}>
        <Icon name="warning" />
        只确认你自己正在看的网页。别人发来的二维码，确认后对方就能进入你的账号。
      </p>
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal.message}
        </p>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={`${controls.button} ${controls.primary} ${controls.large}`}
          disabled={deciding}
          onClick={() => decide(true)}
        >
          确认{purposes[confirmation.purpose]}
        </button>
        <button
          type="button"
          className={`${controls.button} ${controls.plain} ${controls.large}`}
          disabled={deciding}
          onClick={() => decide(false)}
        >
          取消
        </button>
      </div>
    </div>
  )
}
