import { useState } from 'react'
import { ConfirmWechatSignIn } from '#src/auth/confirm/ConfirmWechatSignIn.tsx'
import styles from './WechatChat.module.css'

const link = /<a href="([^"]*)">([^<]*)<\/a>/

/** Text and, where there is one, the link in it, as WeChat shows a message. */
function readReply(reply: string): { before: string; ticket: string | null; label: string; after: string } {
  const [all, href = '', label = ''] = link.exec(reply) ?? []
  if (!all) return { before: reply, ticket: null, label, after: '' }
  const [before = '', after = ''] = reply.split(all)
  return { before, ticket: new URL(href).searchParams.get('ticket'), label, after }
}

/** What the official account wrote to this phone; its link opens the confirmation here instead of in WeChat's browser. */
export function WechatChat({ reply, onDecided }: { reply: string | null; onDecided: () => void }) {
  const [open, setOpen] = useState(false)
  if (reply === null) return <p role="status">公众号没有答复。</p>
  const { before, ticket, label, after } = readReply(reply)
  return (
    <section className={styles.chat} aria-label="公众号的消息">
      <div className={styles.bubble} role="status">
        {before}
        {ticket && (
          <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(true)}>
            {label}
          </button>
        )}
        {after}
      </div>
      {open && ticket && (
        <div className={styles.page}>
          <ConfirmWechatSignIn key={ticket} ticket={ticket} onDecided={onDecided} />
        </div>
      )}
    </section>
  )
}
