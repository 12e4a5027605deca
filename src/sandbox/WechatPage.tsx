import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type SandboxWechatIdentity, sandboxWechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { ConfirmWechatSignIn } from '#src/auth/confirm/ConfirmWechatSignIn.tsx'
import controls from '#src/ui/controls.module.css'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { SandboxFrame } from './SandboxFrame.tsx'
import { usePhones } from './use-phones.ts'
import styles from './WechatPage.module.css'

const link = /<a href="([^"]*)">([^<]*)<\/a>/

/** Splits a reply into its text and its link, if any, as WeChat displays it. */
function readReply(reply: string): { before: string; ticket: string | null; label: string; after: string } {
  const [all, href = '', label = ''] = link.exec(reply) ?? []
  if (!all) return { before: reply, ticket: null, label, after: '' }
  const [before = '', after = ''] = reply.split(all)
  return { before, ticket: new URL(href).searchParams.get('ticket'), label, after }
}

/** Messages of the official account to this phone; their link opens the confirmation here instead of in WeChat's browser. */
function WechatChat({ reply, onDecided }: { reply: string | null; onDecided: () => void }) {
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

interface PersonChoiceProps {
  people: readonly SandboxWechatIdentity[]
  chosen: string
  onChoose: (openId: string) => void
}

/** Selects the person who holds the phone; shows whether they follow the account and what they are bound to. */
function PersonChoice({ people, chosen, onChoose }: PersonChoiceProps) {
  return (
    <fieldset className={styles.people}>
      <legend>用谁的微信</legend>
      {people.map(({ open_id: openId, name, subscribed, account }) => (
        <label key={openId} className={styles.person} data-chosen={openId === chosen}>
          <input type="radio" name="person" checked={openId === chosen} onChange={() => onChoose(openId)} />
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>
            {subscribed ? '已关注' : '未关注'}
            {account ? `，已绑定 ${account}` : '，未绑定账号'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface SandboxPhoneProps {
  people: readonly SandboxWechatIdentity[]
  /** Scene of the QR code to scan. */
  scene: string | null
  /** Called after someone follows the account or is bound to another account. */
  onChanged: () => Promise<void>
}

/** One simulated phone: its owner, its actions, and the official account's reply. */
function SandboxPhone({ people, scene, onChanged }: SandboxPhoneProps) {
  const [openId, choose] = useState(people[0]?.open_id ?? '')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ reply: string | null } | { refusal: string } | null>(null)
  const person = people.find((known) => known.open_id === openId)

  const send = async (scanned: string | null) => {
    setBusy(true)
    try {
      const { data } = await callEndpoint(sandboxWechat.send, { body: { open_id: openId, scene: scanned } })
      await onChanged() // update the list above first, so that the reply does not move when the user taps it
      setSaid(data)
    } catch (error) {
      setSaid({ refusal: isApiError(error) ? error.message : '操作失败，请稍后再试' })
    } finally {
      setBusy(false)
    }
  }
  const change = (other: string) => {
    choose(other)
    setSaid(null)
  }

  return (
    <div className={styles.phone}>
      <PersonChoice people={people} chosen={openId} onChoose={change} />
      <div className={styles.actions}>
        {scene !== null && (
          <button
            type="button"
            className={`${controls.button} ${controls.primary} ${controls.large}`}
            disabled={busy}
            onClick={() => void send(scene)}
          >
            扫码
          </button>
        )}
        {person && !person.subscribed && (
          <button
            type="button"
            className={`${controls.button} ${controls.plain} ${controls.large}`}
            disabled={busy}
            onClick={() => void send(null)}
          >
            先关注公众号
          </button>
        )}
      </div>
      {said && 'refusal' in said && (
        <p role="alert" className={styles.refusal}>
          {said.refusal}
        </p>
      )}
      {said && 'reply' in said && <WechatChat reply={said.reply} onDecided={() => void onChanged()} />}
    </div>
  )
}

function Phones({ scene }: { scene: string | null }) {
  const { people, off, error, reload } = usePhones()
  if (off) return null
  if (!people) return error ? <ErrorState error={error} onRetry={() => void reload()} /> : <SkeletonRows rows={4} columns={1} />
  return <SandboxPhone key={scene} people={people} scene={scene} onChanged={reload} />
}

/** Page that simulates a phone with WeChat; the QR code opens it in the sandbox. */
export default function WechatPage() {
  const [search] = useSearchParams()
  const scene = search.get('scene')
  return (
    <SandboxFrame
      title="沙箱微信"
      plays={['wechat']}
      lead={
        scene
          ? '代替手机：选一个微信扫码，再像在公众号里那样确认。平台收到的是签名的消息。'
          : '代替手机上的微信。要扫码，请在登录窗口选「微信扫码」，再点二维码下方的链接。'
      }
    >
      <Phones scene={scene} />
    </SandboxFrame>
  )
}
