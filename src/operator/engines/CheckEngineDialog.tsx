import { Button, Modal } from 'antd'
import { type OperatorEngine, operatorEngines } from '#contract/operator/engines.ts'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './CheckEngineDialog.module.css'

interface Props {
  row: Pick<OperatorEngine, 'id' | 'name'>
  onClose: () => void
}

/** Looks at the engine while the dialog is open; where its host key is not pinned yet, that key is shown to be compared. */
export default function CheckEngineDialog({ row: { id, name }, onClose }: Props) {
  const { data, error, isFetching, refetch } = useEndpoint(operatorEngines.check, { params: { id } }, { gcTime: 0 })
  const pin = useAction(operatorEngines.pin, { onDone: () => refetch() })
  return (
    <Modal
      open
      width={560}
      title={`检查 ${name}`}
      okText="再检查一次"
      okButtonProps={{ loading: isFetching }}
      onOk={() => void refetch()}
      cancelText="关闭"
      onCancel={onClose}
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="没有检查成"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={4} />}
      >
        {({ findings, shown_host_key: hostKey }) => (
          <>
            {hostKey && (
              <div className={styles.key}>
                <p>
                  还没有固定主机密钥，因此没有登录。请在主机上运行 <code>ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub</code>
                  ，与下面的指纹一致再固定；不一致说明连到了别的机器。
                </p>
                <p>
                  <CopyText text={hostKey} label="复制指纹" />
                </p>
                <Button
                  type="primary"
                  loading={pin.pending}
                  onClick={() => void pin.run({ params: { id }, body: { host_key: hostKey } })}
                >
                  一致，固定这个密钥
                </Button>
              </div>
            )}
            <ul className={styles.findings} role="status">
              {findings.map(({ item, ok, found, mend }) => (
                <li key={item}>
                  <ToneTag tone={ok ? 'success' : 'danger'} icon={ok ? 'check' : 'warning'}>
                    {item}
                  </ToneTag>
                  <div>
                    <p>{found}</p>
                    {mend && <p className={styles.mend}>{mend}</p>}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </AsyncView>
    </Modal>
  )
}
