import { limits } from '#contract/limits.ts'
import section from '#src/site/section.module.css'
import { ConsultDone } from './ConsultDone.tsx'
import { ConsultForm } from './ConsultForm.tsx'
import styles from './ConsultSection.module.css'
import { consultFormId } from './consult.ts'
import { useLeadForm } from './use-lead-form.ts'

/** Whom to ask before buying; works for visitors. */
export function ConsultSection() {
  const state = useLeadForm()
  return (
    <section className={section.paper} aria-labelledby="consult-title">
      <div className={`${section.inner} ${styles.columns}`}>
        <header className={styles.head}>
          <h2 id="consult-title" className={section.title}>
            售前咨询
          </h2>
          <p className={section.lead}>说说要跑什么模型、多少人用、机房条件如何。我们据此给出型号、配置与报价。</p>
          <ul className={styles.facts}>
            <li>{limits.contactReplyWorkingDays} 个工作日内由售前人员联系你</li>
            <li>咨询不收费，也不代表下单</li>
            <li>联系方式只用于这次咨询</li>
          </ul>
        </header>
        <div id={consultFormId} className={styles.sheet} tabIndex={-1}>
          {state.sent ? <ConsultDone phone={state.lead.phone} onAgain={state.again} /> : <ConsultForm state={state} />}
        </div>
      </div>
    </section>
  )
}
