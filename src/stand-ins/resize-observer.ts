/** Every browser we serve has it; a DOM without layout has nothing to observe. */
class Nothing implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

export default globalThis.ResizeObserver ?? Nothing
