import { Button } from 'antd'
import { type ImageShare, privateImages } from '#contract/private-images.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ShareImageDialog.module.css'

/** Who has it, and taking it back from them. */
export function ImageShareList({ shares }: { shares: readonly ImageShare[] }) {
  const ask = useConfirmDialogs()
  const { run, sent } = useAction(privateImages.take_back, { failed: '收回失败，请重试' })
  const question = (share: ImageShare) =>
    void ask.confirm({
      title: `收回给「${share.nickname}」的共享`,
      content: '对方不能再用它创建实例或更换镜像；已经在用它的实例照常运行和开机，数据不受影响。账单没有变化。',
      okText: '收回',
      autoFocusButton: 'ok',
      onOk: () => run({ params: { share_id: share.id } }),
    })

  if (shares.length === 0) return <p className={styles.none}>还没有共享给任何人。</p>
  return (
    <SettingRows>
      {shares.map((share) => (
        <SettingRow
          key={share.id}
          title={share.nickname}
          action={
            <Button
              loading={sent?.params?.share_id === share.id}
              aria-label={`收回给 ${share.nickname} 的共享`}
              onClick={() => question(share)}
            >
              收回
            </Button>
          }
        >
          <span className={styles.who}>{share.uuid}</span> · 共享于 <TimeText at={share.shared_at} />
        </SettingRow>
      ))}
    </SettingRows>
  )
}
