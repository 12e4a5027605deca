import { useState } from 'react'
import { type SandboxWechatIdentity, sandboxWechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import controls from '#src/ui/controls.module.css'
import { PersonChoice } from './PersonChoice.tsx'
import styles from './SandboxPhone.module.css'
import { WechatChat } from './WechatChat.tsx'

interface Props {
  people: readonly SandboxWechatIdentity[]
  /** Of the code that is to be scanned. */
  scene: string | null
  /** Somebody follows now, or belongs to another account. */
  onChanged: () => Promise<void>
}

/** One of the phones: who holds it, what it does, and what the official account answers. */
export function SandboxPhone({ people, scene, onChanged }: Props) {
  const [openId, choose] = useState(people[0]?.open_id ?? '')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ reply: string | null } | { refusal: string } | null>(null)
  const person = people.find((known) => known.open_id === openId)

  const send = async (scanned: string | null) => {
    setBusy(true)
    try {
      const { data } = await callEndpoint(sandboxWechat.send, { body: { open_id: openId, scene: scanned } })
      await onChanged() // first what goes away above the answer, which is there to be tapped at once
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
