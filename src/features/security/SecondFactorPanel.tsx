import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { type FactorEnrolment, type SecondFactorStatus, secondFactor } from '#contract/second-factor.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

const EnrolFactorDialog = lazyDialog(() => import('./EnrolFactorDialog.tsx'))
const ProveFactorDialog = lazyDialog(() => import('./ProveFactorDialog.tsx'))

/** From this number of codes on it is time for new ones. */
const fewCodes = 3

type Open = { is: 'enrol'; enrolment: FactorEnrolment } | { is: 'renew' } | { is: 'remove' }

function FactorRows({ status, open }: { status: SecondFactorStatus; open: (dialog: Open) => void }) {
  const { added_at: addedAt, recovery_codes_left: left, required } = status
  const { run, pending } = useAction(secondFactor.enrol, {
    failed: '暂时不能开启，请重试',
    onDone: ({ data }) => open({ is: 'enrol', enrolment: data }),
  })
  if (!addedAt)
    return (
      <SettingRow
        title="身份验证器"
        state={
          <ToneTag tone="warning" icon="warning">
            {required ? '须开启' : '未开启'}
          </ToneTag>
        }
        action={
          <Button type={required ? 'primary' : 'default'} loading={pending} onClick={() => void run()}>
            开启两步验证
          </Button>
        }
      >
        {required
          ? '运营账号须先开启两步验证，才能使用运营后台'
          : '登录时再输入手机上的动态码：密码泄露或手机号被冒用，别人也登录不了'}
      </SettingRow>
    )
  return (
    <>
      <SettingRow
        title="身份验证器"
        state={
          <ToneTag tone="success" icon="check">
            已开启
          </ToneTag>
        }
        action={<Button onClick={() => open({ is: 'remove' })}>关闭两步验证</Button>}
      >
        开启于 <TimeText at={addedAt} />
        {required ? '；换手机请先关闭再重新开启，其间不能使用运营后台' : '；换手机请先关闭再重新开启'}
      </SettingRow>
      <SettingRow
        title="恢复码"
        state={
          <ToneTag tone={left < fewCodes ? 'warning' : 'success'} icon={left < fewCodes ? 'warning' : 'check'}>
            {`剩 ${left} 个`}
          </ToneTag>
        }
        action={<Button onClick={() => open({ is: 'renew' })}>更换恢复码</Button>}
      >
        手机不在身边时代替动态码，每个只能用一次
      </SettingRow>
    </>
  )
}

/** Second factor of the account: turning it on and off, and its recovery codes (decision 101). */
export function SecondFactorPanel() {
  const { data, error, refetch } = useEndpoint(secondFactor.get)
  const [dialog, setDialog] = useState<Open | null>(null)
  const close = () => setDialog(null)
  return (
    <PagePanel title="两步验证">
      <AsyncView data={data} error={error} errorTitle="两步验证加载失败" onRetry={() => void refetch()}>
        {(status) => (
          <SettingRows>
            <FactorRows status={status} open={setDialog} />
          </SettingRows>
        )}
      </AsyncView>
      <Suspense fallback={null}>
        {dialog?.is === 'enrol' && <EnrolFactorDialog enrolment={dialog.enrolment} onClose={close} />}
        {(dialog?.is === 'renew' || dialog?.is === 'remove') && <ProveFactorDialog purpose={dialog.is} onClose={close} />}
      </Suspense>
    </PagePanel>
  )
}
