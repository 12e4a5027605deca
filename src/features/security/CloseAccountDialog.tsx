import { Modal } from 'antd'
import { account_security } from '#contract/account-security.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CloseForm } from './CloseAccountForm.tsx'
import { Blockers } from './ClosingBlockerList.tsx'

/** Closes the account: first what has to be settled, then what is lost. */
export default function CloseDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(account_security.closing, {}, { gcTime: 0 })
  return (
    <Modal open width={480} title="注销账号" footer={null} onCancel={onClose} maskClosable={false}>
      <AsyncView data={data} error={error} errorTitle="检查失败" onRetry={() => void refetch()}>
        {({ blockers, closes_at }) =>
          blockers.length ? (
            <Blockers blockers={blockers} onLeave={onClose} />
          ) : (
            <CloseForm closes_at={closes_at} onClose={onClose} />
          )
        }
      </AsyncView>
    </Modal>
  )
}
