import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { BrandLink } from '#src/ui/header/BrandLink.tsx'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { QrCode } from '#src/ui/support/QrCode.tsx'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { useSupport } from '#src/ui/support/use-support.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Footer.module.css'

/** Returns the page of the public security registry, which identifies a site by the digits of its number. */
const policeRecord = (number: string) => `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replace(/\D/g, '')}`

/** Marked as samples and shown without links, if a sandbox has no filing numbers configured. */
const samples = ['京ICP备00000000号（示例）', '京公网安备 00000000000000号（示例）']

/** Copyright and filing numbers as configured; also tells what is simulated here. */
function Filing() {
  const brand = useBrand()
  const info = useStore(serverInfoStore)
  const filed = Boolean(info?.icp_number || info?.police_number)
  return (
    <div className={styles.filing}>
      <div className={styles.row}>
        <p>
          © {info && `${new Date(info.now).getUTCFullYear()} `}
          {brand} 版权所有
        </p>
        {info?.simulated && <p>当前为演示环境，算力由模拟器提供</p>}
        {info && !filed && info.played.length > 0 && (
          <p className={styles.numbers}>
            {samples.map((number) => (
              <span key={number}>{number}</span>
            ))}
          </p>
        )}
        {info && filed && (
          <p className={styles.numbers}>
            {info.icp_number && (
              <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
                {info.icp_number}
              </a>
            )}
            {info.police_number && (
              <a href={policeRecord(info.police_number)} target="_blank" rel="noopener noreferrer">
                {info.police_number}
              </a>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** Footer with offers, contacts, agreements and the operator of the site (requirements §2). */
export default function Footer() {
  const codes = useSupport()?.qrcodes
  const service = codes ? codes.service : undefined
  const official = codes ? codes.official : undefined
  return (
    <footer className={styles.footer}>
      <div className={styles.top}>
        <div className={styles.brand}>
          <BrandLink />
          <p className={styles.claim}>按小时、包日、包周租用 GPU，进入运行中才开始计费，每一笔都能打开看。</p>
        </div>
        <nav className={styles.links} aria-label="页脚">
          <div>
            <h2 className={styles.title}>产品</h2>
            <ul>
              <li>
                <Link to={paths.market}>GPU 租用</Link>
              </li>
              <li>
                <Link to={paths.lgModelAio}>训推一体机</Link>
              </li>
              <li>
                <Link to={paths.console}>控制台</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2 className={styles.title}>支持</h2>
            <ul>
              <li>
                <SupportButton label="1v1 支持" side="above" className={styles.support}>
                  1v1 支持
                </SupportButton>
              </li>
              <li>
                <a href={paths.help} target="_blank" rel="noopener">
                  文档
                </a>
              </li>
              <li>
                <Link to={paths.aboutUs}>关于我们</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2 className={styles.title}>约定</h2>
            <ul>
              <li>
                <a href={paths.serviceAgreement}>服务协议</a>
              </li>
              <li>
                <a href={paths.privacyPolicy}>隐私政策</a>
              </li>
              <li>
                <a href={paths.thirdPartyNotices} target="_blank" rel="noopener">
                  开源软件
                </a>
              </li>
            </ul>
          </div>
        </nav>
        <div className={styles.codes}>
          {service !== null && <QrCode code={service} caption="联系客服" sample="客服（示例码）" />}
          {official !== null && <QrCode code={official} caption="关注公众号" sample="公众号（示例码）" />}
        </div>
      </div>
      <Filing />
    </footer>
  )
}
