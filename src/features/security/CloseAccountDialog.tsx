import { Modal } from 'antd'
import { accountSecurity } from '#contract/account-security.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CloseAccountForm } from './CloseAccountForm.tsx'
import { ClosingBlockerList } from './ClosingBlockerList.tsx'

/** Closes the account: first what has to be settled, then what is lost. */
export default function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(accountSecurity.closing, {}, { gcTime: 0 })
  return (
    <Modal open width={480} title="注销账号" footer={null} onCancel={onClose} maskClosable={false}>
      <AsyncView data={data} error={error} errorTitle="检查失败" onRetry={() => void refetch()}>
        {({ blockers, closes_at: closesAt }) =>
          blockers.length ? (
            <ClosingBlockerList blockers={blockers} onLeave={onClose} />
          ) : (
            <CloseAccountForm closes_at={closesAt} onClose={onClose} />
          )
        }
      </AsyncView>
    </Modal>
  )
}
