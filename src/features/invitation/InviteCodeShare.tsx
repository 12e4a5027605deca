import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './InviteCodeShare.module.css'
import { InviteQrCode } from './InviteQrCode.tsx'
import { buildInviteLink, buildPhoneInviteLink } from './invite-link.ts'

const PosterDialog = lazyDialog(() => import('./PosterDialog.tsx'))

/** The code in every form it is passed on in. */
export function InviteCodeShare({ code }: { code: string }) {
  const [poster, setPoster] = useState(false)
  const link = buildInviteLink(code)
  return (
    <PagePanel title="我的邀请码">
      <div className={styles.share}>
        <div className={styles.words}>
          <p className={styles.code}>
            <b className="visually-hidden">邀请码 {code}</b>
            {[...code].map((letter, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same letter may stand twice, and none moves
              <span key={at} aria-hidden="true">
                {letter}
              </span>
            ))}
          </p>
          <div className={styles.link}>
            <CopyText text={link} label="复制邀请链接" mono />
          </div>
          <div className={styles.actions}>
            <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copyText(link)}>
              复制链接
            </Button>
            <Button icon={<Icon name="copy" />} onClick={() => void copyText(code)}>
              复制邀请码
            </Button>
            <Button icon={<Icon name="download" />} onClick={() => setPoster(true)}>
              生成海报
            </Button>
          </div>
          <p className={styles.hint}>好友打开链接或扫码注册，邀请码会自动填好。</p>
        </div>
        <InviteQrCode text={buildPhoneInviteLink(code)} />
      </div>
      <Suspense fallback={null}>{poster && <PosterDialog code={code} onClose={() => setPoster(false)} />}</Suspense>
    </PagePanel>
  )
}
