import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { MailItem } from './MailItem.tsx'
import styles from './SandboxPage.module.css'
import { useMailbox } from './use-inbox.ts'

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

/** The mailbox of the sandbox; nothing where a mail server is configured. */
export function Mailbox() {
  const mailbox = useMailbox()
  if (mailbox.off) return null
  return (
    <section className={styles.box} aria-labelledby="mailbox">
      <h2 id="mailbox">邮箱</h2>
      <Mails {...mailbox} />
    </section>
  )
}
