/** Shows a reload button without text when the dictionary could not be loaded, and reloads once there is a network. */
export function offerReload(root: HTMLElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '\u21bb'
  button.setAttribute('aria-label', 'Reload')
  button.className = 'grid size-full place-items-center text-28 text-ink-muted'
  button.addEventListener('click', () => location.reload())
  window.addEventListener('online', () => location.reload(), { once: true })
  root.replaceChildren(button)
}
