/** Types of imports that the bundler adds. */
/// <reference types="vite/client" />
