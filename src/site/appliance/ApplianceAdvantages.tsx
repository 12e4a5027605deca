import section from '#src/site/section.module.css'
import styles from './ApplianceAdvantages.module.css'
import { applianceAdvantages } from './texts.ts'

export function ApplianceAdvantages() {
  return (
    <section className={section.ink} data-theme="dark" aria-labelledby="advantages-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="advantages-title" className={section.title}>
            为什么私有部署
          </h2>
        </header>
        <dl className={styles.list}>
          {applianceAdvantages.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
