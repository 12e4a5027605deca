import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { MailItem } from './MailItem.tsx'
import { SandboxFrame } from './SandboxFrame.tsx'
import styles from './SandboxPage.module.css'
import { SmsItem } from './SmsItem.tsx'
import { useInbox, useMailbox } from './use-inbox.ts'

function Mails({ data, error }: ReturnType<typeof useMailbox>) {
  if (!data)
    return error ? <ErrorState error={error} title="邮件加载失败" hint="每 2 秒会自动重试" /> : <SkeletonRows columns={1} />
  if (!data.length) return <EmptyState title="还没有邮件" hint="在控制台的账户信息里验证邮箱，验证码和通知会出现在这里。" />
  return (
    <ul className={styles.list} aria-label="邮件" aria-live="polite">
      {data.map((mail) => (
        <MailItem key={mail.id} mail={mail} />
      ))}
    </ul>
  )
}

/** Sandbox mailbox; empty if a mail server is configured. */
function Mailbox() {
  const mailbox = useMailbox()
  if (mailbox.off) return null
  return (
    <section className={styles.box} aria-labelledby="mailbox">
      <h2 id="mailbox">邮箱</h2>
      <Mails {...mailbox} />
    </section>
  )
}

function Messages() {
  const { data: messages, off, error } = useInbox()
  if (off) return null
  if (!messages)
    return error ? <ErrorState error={error} title="短信加载失败" hint="每 2 秒会自动重试" /> : <SkeletonRows columns={1} />
  if (!messages.length) return <EmptyState title="还没有短信" hint="在登录或注册页点「获取验证码」，短信会出现在这里。" />
  return (
    <ul className={styles.list} aria-label="短信" aria-live="polite">
      {messages.map((sms) => (
        <SmsItem key={sms.id} sms={sms} />
      ))}
    </ul>
  )
}

/** Page with the phone inbox and the mailbox of the sandbox. */
export default function SandboxPage() {
  return (
    <SandboxFrame title="沙箱短信与邮箱" lead="平台发出的短信和邮件都在这里，新的在上，每 2 秒刷新。" plays={['sms', 'mail']}>
      <Messages />
      <Mailbox />
    </SandboxFrame>
  )
}
