/** What the bundler adds to imports. */
/// <reference types="vite/client" />
