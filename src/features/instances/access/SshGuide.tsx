import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { InstanceAccess } from '#contract/instance-access.ts'
import { instanceActions, isActionAllowed } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import styles from './access.module.css'
import ResetSshPassword from './ResetSshPassword.tsx'

type Ssh = NonNullable<InstanceAccess['ssh']>

/** Builds an alias for ~/.ssh/config: the instance's name if every program can parse it. */
const toSshAlias = ({ id, nick_name: nickName }: InstanceDetail) => (/^[\w.-]+$/.test(nickName) ? nickName : id)
const buildSshConfig = ({ host, port, user }: Ssh, instance: InstanceDetail) =>
  `Host ${toSshAlias(instance)}\n  HostName ${host}\n  Port ${port}\n  User ${user}\n`

function formatPasswordHint({ password_set: passwordSet, password_kept: passwordKept }: Ssh): string {
  if (passwordKept) return '随实例生成，重置之前都可以在详情页查看。重置后的新密码只显示一次。'
  return passwordSet ? '已重置。平台只保存它的哈希，忘记了只能再次重置。' : '未设置，可以在详情页生成。'
}

/** SSH guide: password, keys, forwarding, and how to verify the host. */
export default function SshGuide({ instance, ssh, onClose }: { instance: InstanceDetail; ssh: Ssh; onClose: () => void }) {
  const [resetting, setResetting] = useState(false)
  const forwarding = `ssh -N -p ${ssh.port} -L 8000:localhost:8000 ${ssh.user}@${ssh.host}`
  return (
    <Modal open title="SSH 登录" footer={null} onCancel={onClose} width={600}>
      <div className={styles.guide}>
        <section>
          <div className={styles.head}>
            <h3>密码</h3>
            {ssh.password_set && (
              <Button
                size="small"
                disabled={!isActionAllowed('reset_password', instance.status)}
                onClick={() => setResetting(true)}
              >
                {instanceActions.reset_password.label}
              </Button>
            )}
          </div>
          <p className={styles.hint}>{formatPasswordHint(ssh)}</p>
        </section>
        <section>
          <div className={styles.head}>
            <h3>可以登录的密钥</h3>
            <Link to={paths.secretKeys}>管理密钥</Link>
          </div>
          {ssh.keys.length === 0 ? (
            <p className={styles.hint}>还没有。在密钥页面添加后，马上就能登录，不需要重启实例。</p>
          ) : (
            <ul className={styles.keys}>
              {ssh.keys.map(({ name, fingerprint, of }) => (
                <li key={fingerprint}>
                  <span>
                    {name}
                    {of === 'creation' && <small>创建时选用，已从账号删除</small>}
                  </span>
                  <code title={fingerprint}>{fingerprint}</code>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h3>端口转发</h3>
          <p className={styles.hint}>把实例里的 8000 端口接到本机，然后在浏览器打开 http://localhost:8000。</p>
          <div className={styles.command}>
            <CopyText text={forwarding} label="复制端口转发命令" mono />
          </div>
        </section>
        <section>
          <div className={styles.head}>
            <h3>VS Code 与其他工具</h3>
            <CopyText text={buildSshConfig(ssh, instance)} label="复制 SSH 配置">
              {null}
            </CopyText>
          </div>
          <p className={styles.hint}>加入 ~/.ssh/config，就能在 VS Code 的 Remote-SSH 里选用。</p>
          <pre className={styles.config}>{buildSshConfig(ssh, instance)}</pre>
        </section>
        <section>
          <h3>主机指纹</h3>
          <p className={styles.hint}>首次登录时 ssh 会显示它，请核对后再输入 yes。</p>
          <CopyText text={ssh.fingerprint} label="复制主机指纹" mono />
        </section>
      </div>
      {resetting && <ResetSshPassword row={instance} onClose={() => setResetting(false)} />}
    </Modal>
  )
}
