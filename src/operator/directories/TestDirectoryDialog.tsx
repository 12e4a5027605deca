import { Modal } from 'antd'
import { operatorDirectories } from '#contract/operator/directories.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

interface Props {
  row: { id: string; name: string }
  onClose: () => void
}

/** Asks the directory while the dialog is open, and shows what it said. */
export default function TestDirectoryDialog({ row: { id, name }, onClose }: Props) {
  const { data, error, refetch } = useEndpoint(operatorDirectories.test, { params: { id } })
  return (
    <Modal
      open
      width={440}
      title={`测试 ${name}`}
      okText="再测一次"
      onOk={() => void refetch()}
      cancelText="关闭"
      onCancel={onClose}
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="没有测成"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={1} />}
      >
        {({ ok, answer }) => (
          <p role="status">
            <ToneTag tone={ok ? 'success' : 'danger'} icon={ok ? 'check' : 'warning'}>
              {ok ? '可以使用' : '不能使用'}
            </ToneTag>{' '}
            {answer}
          </p>
        )}
      </AsyncView>
    </Modal>
  )
}
