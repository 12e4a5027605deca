import type { KeyboardEvent } from 'react'
import styles from './LoginTabs.module.css'
import type { LoginMode, LoginState } from './login.state.ts'
import { loginModeLabels } from './mode-names.ts'
import type { SendLogin } from './use-login.ts'

/**
 * Returns the visible tabs: only their own for reset, binding and the second step, only registration for a signed-in user (requirements §2, §4).
 */
function tabsOf({ mode, onlyRegister }: LoginState): LoginMode[] {
  if (mode === 'reset_password' || mode === 'wechat_bind' || mode === 'second_step') return [mode]
  return onlyRegister ? ['register'] : ['login', 'register', 'reset_password']
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

export function LoginTabs({ state, send }: { state: LoginState; send: SendLogin }) {
  const tabs = tabsOf(state)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = steps[event.key]
    if (!by) return
    const next = tabs.at((tabs.indexOf(state.mode) + by) % tabs.length)
    if (!next || next === state.mode) return
    send({ is: 'mode_chosen', mode: next })
    event.currentTarget.querySelector<HTMLElement>(`[data-mode="${next}"]`)?.focus()
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label="登录、注册与重置密码" onKeyDown={move}>
      {tabs.map((mode) => (
        <button
          key={mode}
          type="button"
          role="tab"
          id={`login-tab-${mode}`}
          data-mode={mode}
          className={styles.tab}
          aria-selected={mode === state.mode}
          aria-controls="login-panel"
          tabIndex={mode === state.mode ? 0 : -1}
          onClick={() => send({ is: 'mode_chosen', mode })}
        >
          {loginModeLabels[mode]}
        </button>
      ))}
    </div>
  )
}
