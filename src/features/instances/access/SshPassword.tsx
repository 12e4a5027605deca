import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type InstanceAccess, instanceAccess } from '#contract/instance-access.ts'
import { instanceActions, instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import { useAction } from '#src/admin/use-action.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import iconButton from '#src/ui/icon-button.module.css'
import styles from './access.module.css'
import ResetSshPassword from './ResetSshPassword.tsx'

interface Props {
  instance: InstanceDetail
  ssh: NonNullable<InstanceAccess['ssh']>
}

/** As many dots as the password has characters, so revealing it causes no layout shift. */
const dots = '•'.repeat(16)

/** The SSH password: fetched on demand, and dropped when the page closes. */
export function SshPassword({ instance, ssh }: Props) {
  const [password, setPassword] = useState<string>()
  const [shown, setShown] = useState(false)
  const [resetting, setResetting] = useState(false)
  const { id, status } = instance
  const allowed = isActionAllowed('reset_password', status)

  const { run, pending: asking } = useAction(instanceAccess.reveal_password, {
    success: false,
    onDone: ({ data }) => setPassword(data.password),
  })
  const ask = async () => password ?? (await run({ params: { id } }))?.data.password
  const show = async () => setShown((await ask()) !== undefined)
  const copy = async () => {
    const known = await ask()
    if (known !== undefined) await copyText(known, '已复制密码')
  }

  if (ssh.password_kept || (password !== undefined && !ssh.password_set))
    return (
      <PasswordLine>
        <output className={styles.secret} aria-label="SSH 密码">
          {shown && password !== undefined ? password : dots}
        </output>
        <SignButton
          name={shown ? 'eye_off' : 'eye'}
          label={shown ? '隐藏密码' : '显示密码'}
          busy={asking}
          onClick={() => void (shown ? setShown(false) : show())}
        />
        <SignButton name="copy" label="复制密码" busy={asking} onClick={() => void copy()} />
      </PasswordLine>
    )
  if (ssh.password_set)
    return (
      <PasswordLine>
        <span className={styles.secret}>已重置，平台不保存</span>
        <Button type="link" size="small" disabled={!allowed} onClick={() => setResetting(true)}>
          {instanceActions.reset_password.label}
        </Button>
        {resetting && <ResetSshPassword row={instance} onClose={() => setResetting(false)} />}
      </PasswordLine>
    )
  const coming = status === instanceStatusCodes.creating
  return (
    <PasswordLine>
      <span className={styles.secret}>{coming ? '创建完成后可以查看' : '未设置'}</span>
      {!coming && (
        <Button type="link" size="small" loading={asking} disabled={!allowed} onClick={() => void show()}>
          生成密码
        </Button>
      )}
    </PasswordLine>
  )
}

const PasswordLine = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.command} ${styles.secretLine}`}>
    <span className={styles.of}>密码</span>
    {children}
  </div>
)

const SignButton = ({ name, label, busy, onClick }: { name: IconName; label: string; busy: boolean; onClick: () => void }) => (
  <button type="button" className={iconButton.button} aria-label={label} title={label} disabled={busy} onClick={onClick}>
    <Icon name={name} />
  </button>
)
