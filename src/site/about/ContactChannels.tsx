import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import section from '#src/site/section.module.css'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { QrCode } from '#src/ui/support/QrCode.tsx'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { useSupport } from '#src/ui/support/use-support.ts'
import styles from './ContactChannels.module.css'

const toTelLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** How to reach the company: what is configured, and always the chat and the form. */
export function ContactChannels() {
  const support = useSupport()
  const { email = null, phone = null, address = null } = support?.contact ?? {}
  const service = support?.qrcodes.service
  return (
    <section className={section.sheet} aria-labelledby="contact-title">
      <div className={`${section.inner} ${styles.columns}`}>
        <div>
          <header className={section.head}>
            <h2 id="contact-title" className={section.title}>
              联系我们
            </h2>
            <p className={section.lead}>书面的来信与意见，我们在 {limits.contactReplyWorkingDays} 个工作日内答复。</p>
          </header>
          <dl className={styles.channels}>
            {email && (
              <div>
                <dt>邮箱</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt>电话</dt>
                <dd>
                  <a href={toTelLink(phone)}>{phone}</a>
                </dd>
              </div>
            )}
            {address && (
              <div>
                <dt>地址</dt>
                <dd>{address}</dd>
              </div>
            )}
            <div>
              <dt>使用中的问题</dt>
              <dd>
                <SupportButton label="1v1 支持" side="above" className={`${controls.button} ${controls.plain}`}>
                  <Icon name="chat" />
                  1v1 支持
                </SupportButton>
              </dd>
            </div>
            <div>
              <dt>购买与合作</dt>
              <dd>
                <Link className={`${controls.button} ${controls.plain}`} to={`${paths.lgModelAio}#consult`}>
                  填写售前咨询
                </Link>
              </dd>
            </div>
          </dl>
        </div>
        {service && <QrCode code={service} caption="微信扫码，联系客服" sample="客服（示例码）" />}
      </div>
    </section>
  )
}
